//! King of Tokyo as the rulebook has it.
