//! Makes a GGUF file: two layers of random numbers over a vocabulary of bytes and a few words.

use candle_core::quantized::gguf_file::{self, Value};
use candle_core::quantized::{GgmlDType, QTensor};
use candle_core::{Device, Tensor};
use tempfile::NamedTempFile;

const WIDTH: usize = 64;
const INNER: usize = 96;
const LAYERS: usize = 2;
const HEADS: usize = 4;
const SHARED: usize = 2;
const HEAD: usize = WIDTH / HEADS;

/// Pieces that the vocabulary joins to longer ones, in order.
const MERGES: [&str; 6] = ["t h", "th o", "c l", "i c", "cl ic", "clic k"];
const MARKS: [&str; 3] = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"];

/// What to make.
pub(super) struct Tiny {
    pub(super) architecture: &'static str,
    pub(super) seed: u64,
    pub(super) context: u32,
}

impl Default for Tiny {
    fn default() -> Self {
        Self {
            architecture: "llama",
            seed: 1,
            context: 1024,
        }
    }
}

impl Tiny {
    pub(super) fn write(&self) -> NamedTempFile {
        let mut file = NamedTempFile::with_suffix(".gguf").unwrap();
        let settings = self.settings();
        let settings: Vec<_> = settings
            .iter()
            .map(|(key, value)| (key.as_str(), value))
            .collect();
        let tensors = self.tensors();
        let tensors: Vec<_> = tensors
            .iter()
            .map(|(name, tensor)| (name.as_str(), tensor))
            .collect();
        gguf_file::write(file.as_file_mut(), &settings, &tensors).unwrap();
        file
    }

    fn settings(&self) -> Vec<(String, Value)> {
        let kind = self.architecture;
        let number = |value: usize| Value::U32(u32::try_from(value).unwrap());
        let text = |value: &str| Value::String(value.to_owned());
        let texts =
            |values: Vec<String>| Value::Array(values.into_iter().map(Value::String).collect());
        let names = names();
        let ordinary = names.len() - MARKS.len();
        let kinds = (0..names.len()).map(|id| Value::I32(if id < ordinary { 1 } else { 3 }));
        vec![
            ("general.architecture".into(), text(kind)),
            (format!("{kind}.attention.head_count"), number(HEADS)),
            (format!("{kind}.attention.head_count_kv"), number(SHARED)),
            (format!("{kind}.attention.key_length"), number(HEAD)),
            (
                format!("{kind}.attention.layer_norm_rms_epsilon"),
                Value::F32(1e-5),
            ),
            (format!("{kind}.block_count"), number(LAYERS)),
            (format!("{kind}.context_length"), Value::U32(self.context)),
            (format!("{kind}.embedding_length"), number(WIDTH)),
            (format!("{kind}.rope.dimension_count"), number(HEAD)),
            (format!("{kind}.rope.freq_base"), Value::F32(10_000.0)),
            ("general.dtype".into(), Value::U32(0)),
            ("tokenizer.ggml.model".into(), text("gpt2")),
            ("tokenizer.ggml.pre".into(), text("smollm")),
            (
                "tokenizer.ggml.token_type".into(),
                Value::Array(kinds.collect()),
            ),
            (
                "tokenizer.ggml.merges".into(),
                texts(MERGES.map(str::to_owned).to_vec()),
            ),
            (
                "tokenizer.ggml.eos_token_id".into(),
                number(names.len() - 1),
            ),
            ("tokenizer.ggml.tokens".into(), texts(names)),
        ]
    }

    fn tensors(&self) -> Vec<(String, QTensor)> {
        let mut random = Random(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let words = names().len();
        let mut tensors = vec![
            ("token_embd.weight".into(), random.tensor(&[words, WIDTH])),
            ("output_norm.weight".into(), ones(WIDTH)),
        ];
        for layer in 0..LAYERS {
            let mut add =
                |name: &str, tensor| tensors.push((format!("blk.{layer}.{name}"), tensor));
            add("attn_norm.weight", ones(WIDTH));
            add("ffn_norm.weight", ones(WIDTH));
            add("attn_q.weight", random.tensor(&[WIDTH, WIDTH]));
            add("attn_k.weight", random.tensor(&[SHARED * HEAD, WIDTH]));
            add("attn_v.weight", random.tensor(&[SHARED * HEAD, WIDTH]));
            add("attn_output.weight", random.tensor(&[WIDTH, WIDTH]));
            add("ffn_gate.weight", random.tensor(&[INNER, WIDTH]));
            add("ffn_up.weight", random.tensor(&[INNER, WIDTH]));
            add("ffn_down.weight", random.tensor(&[WIDTH, INNER]));
            match self.architecture {
                "qwen2" => {
                    add("attn_q.bias", random.tensor(&[WIDTH]));
                    add("attn_k.bias", random.tensor(&[SHARED * HEAD]));
                    add("attn_v.bias", random.tensor(&[SHARED * HEAD]));
                }
                "qwen3" => {
                    add("attn_q_norm.weight", ones(HEAD));
                    add("attn_k_norm.weight", ones(HEAD));
                }
                _ => {}
            }
        }
        tensors
    }
}

/// The 256 bytes as their letters, what the merges make, and the marks.
fn names() -> Vec<String> {
    let seen = |byte: &u32| matches!(byte, 0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff);
    let hidden = (0..=0xff).filter(|byte| !seen(byte)).count() as u32;
    let letters = (0..=0xff).filter(seen).chain(0x100..0x100 + hidden);
    let mut names: Vec<String> = letters
        .map(|code| char::from_u32(code).unwrap().into())
        .collect();
    names.extend(MERGES.map(|pair| pair.replace(' ', "")));
    names.extend(MARKS.map(str::to_owned));
    names
}

fn ones(size: usize) -> QTensor {
    stored(vec![1.0; size], &[size])
}

fn stored(numbers: Vec<f32>, shape: &[usize]) -> QTensor {
    let tensor = Tensor::from_vec(numbers, shape, &Device::Cpu).unwrap();
    QTensor::quantize(&tensor, GgmlDType::F32).unwrap()
}

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn tensor(&mut self, shape: &[usize]) -> QTensor {
        let numbers = (0..shape.iter().product()).map(|_| self.number()).collect();
        stored(numbers, shape)
    }

    /// Between -0.5 and 0.5.
    fn number(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32 - 0.5
    }
}
