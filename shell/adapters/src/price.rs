//! What a call costs.

use screen_agent_ports::Usage;

/// Tokens that a price is for.
const PER: u128 = 1_000_000;

/// What a million tokens cost, in millionths of the price table's unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Tokens sent.
    pub input: u64,
    /// Tokens received.
    pub output: u64,
}

impl Price {
    /// What so many tokens cost, rounded up: what is spent is never less than what is counted.
    pub fn of(self, usage: Usage) -> u64 {
        let sent = u128::from(self.input) * u128::from(usage.prompt_tokens);
        let received = u128::from(self.output) * u128::from(usage.completion_tokens);
        u64::try_from((sent + received).div_ceil(PER)).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_costs_its_tokens_rounded_up() {
        let price = Price {
            input: 2_500_000,
            output: 10_000_000,
        };
        let cases = [((0, 0), 0), ((1, 0), 3), ((1000, 100), 3_500)];
        for ((prompt_tokens, completion_tokens), expected) in cases {
            let usage = Usage {
                prompt_tokens,
                completion_tokens,
            };
            assert_eq!(price.of(usage), expected);
        }
        let most = Price {
            input: u64::MAX,
            output: u64::MAX,
        };
        let usage = Usage {
            prompt_tokens: u32::MAX,
            completion_tokens: u32::MAX,
        };
        assert_eq!(most.of(usage), u64::MAX);
    }
}
