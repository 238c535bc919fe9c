//! The rulebook, chapter by chapter, as tests. The cards have their own tests beside them.

mod attack;
mod dice;
mod setup;
mod shop;
mod tokyo;
mod turn;
mod victory;
