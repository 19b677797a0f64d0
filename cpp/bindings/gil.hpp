// Leaving the interpreter to other threads while C++ works.
#pragma once

#include <Python.h>

#include <chrono>
#include <thread>

namespace tafl::python {

// Leaves it for as long as this lives. Until Python 3.13 a daemon thread that comes back to an
// interpreter which is shutting down is ended by unwinding its stack, which no destructor and no
// catch (...) of C++ survives: such a thread sleeps here until the process is gone, as Python 3.14
// has it.
class WithoutGil {
public:
    WithoutGil() : state_(PyEval_SaveThread()) {}
    ~WithoutGil() { take(); }
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

    // Comes back for a moment, in the same thread. The call throws nothing.
    template <typename Call>
    bool with_gil(Call&& call) {
        take();
        bool answer = false;
        sleep_if_unwound([&] { answer = call(); });
        state_ = PyEval_SaveThread();
        return answer;
    }

private:
    template <typename Call>
    static void sleep_if_unwound(Call&& call) noexcept {
        try {
            call();
        } catch (...) {
            for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
        }
    }
    void take() {
        sleep_if_unwound([&] { PyEval_RestoreThread(state_); });
    }

    PyThreadState* state_;
};

}  // namespace tafl::python
