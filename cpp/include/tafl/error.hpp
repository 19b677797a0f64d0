// What the library throws on bad input. Messages say what was found, where and what was expected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace tafl {

class Error : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

// A rule value, or rule values that contradict each other.
class RulesError : public Error {
public:
    RulesError(std::string key, const std::string& message)
        : Error(key + ": " + message), key_(std::move(key)) {}
    const std::string& key() const { return key_; }

private:
    std::string key_;
};

// A position record that cannot be read; `position` counts characters from 0.
class FenError : public Error {
public:
    FenError(const std::string& message, std::size_t position)
        : Error(message), position_(position) {}
    std::size_t position() const { return position_; }

private:
    std::size_t position_;
};

// Something that cannot be a move or a square on this board.
class InvalidMoveError : public Error {
public:
    using Error::Error;
};

// Why a move is not legal.
enum class Illegal : std::uint8_t {
    game_over,
    no_piece,
    not_your_piece,
    not_in_line,
    too_far,
    blocked,
    throne_stop,
    throne_cross,
    corner,
    camp,
    draw_fort,
    repetition,
};

class IllegalMoveError : public Error {
public:
    IllegalMoveError(Illegal reason, const std::string& message)
        : Error(message), reason_(reason) {}
    Illegal reason() const { return reason_; }

private:
    Illegal reason_;
};

}  // namespace tafl
