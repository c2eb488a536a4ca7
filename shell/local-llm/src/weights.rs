//! The numbers of a model: tokens in, a figure for each token that may come next out.

use candle_core::{Device, Result, Tensor};
use candle_transformers::models::{quantized_llama, quantized_qwen2, quantized_qwen3};

use crate::header::{Architecture, Header};

/// A model in memory, with what it has read so far.
pub(crate) enum Weights {
    Llama(quantized_llama::ModelWeights),
    Qwen2(quantized_qwen2::ModelWeights),
    Qwen3(quantized_qwen3::ModelWeights),
}

impl Weights {
    pub(crate) fn load(header: Header) -> Result<Self> {
        let (content, mut file) = (header.content, header.file);
        let device = Device::Cpu;
        Ok(match header.architecture {
            Architecture::Llama => Self::Llama(quantized_llama::ModelWeights::from_gguf(
                content, &mut file, &device,
            )?),
            Architecture::Qwen2 => Self::Qwen2(quantized_qwen2::ModelWeights::from_gguf(
                content, &mut file, &device,
            )?),
            Architecture::Qwen3 => Self::Qwen3(quantized_qwen3::ModelWeights::from_gguf(
                content, &mut file, &device,
            )?),
        })
    }

    /// Forgets all that was read.
    pub(crate) fn forget(&mut self) {
        match self {
            Self::Llama(model) => model.clear_kv_cache(),
            Self::Qwen2(model) => model.clear_kv_cache(),
            Self::Qwen3(model) => model.clear_kv_cache(),
        }
    }

    /// Reads on from `position`; what may follow the last token.
    pub(crate) fn read(&mut self, tokens: &[u32], position: usize) -> Result<Vec<f32>> {
        let tokens = Tensor::new(tokens, &Device::Cpu)?.unsqueeze(0)?;
        let figures = match self {
            Self::Llama(model) => model.forward(&tokens, position),
            Self::Qwen2(model) => model.forward(&tokens, position),
            Self::Qwen3(model) => model.forward(&tokens, position),
        }?;
        figures
            .to_dtype(candle_core::DType::F32)?
            .flatten_all()?
            .to_vec1()
    }
}

/// Most tokens that are read at once: between two pieces a call can be broken off.
const PIECE: usize = 128;

/// How many of `left` tokens to read next.
///
/// The models keep a mask for each pair of length and position, for good. Few lengths, and long ones
/// at few positions, keep that to some tens of megabytes however long the process lives.
pub(crate) const fn piece(left: usize) -> usize {
    match left {
        PIECE.. => PIECE,
        16.. => left / 16 * 16,
        8.. => 8,
        4.. => 4,
        2.. => 2,
        _ => left,
    }
}

#[cfg(test)]
mod tests {
    use super::piece;

    #[test]
    fn a_text_is_read_in_few_lengths() {
        let mut left = 300;
        let mut pieces = Vec::new();
        while left > 0 {
            pieces.push(piece(left));
            left -= piece(left);
        }
        assert_eq!(pieces, [128, 128, 32, 8, 4]);
    }
}
