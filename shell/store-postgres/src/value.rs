//! Values as PostgreSQL sends and takes them.

use std::error::Error;

use bytes::{BufMut as _, BytesMut};
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use screen_agent_store::{StoreError, Stored};
use screen_agent_store_sql::copy::storable;
use screen_agent_store_sql::{SqlKind, SqlRow, SqlValue};

use crate::error::store_error;

/// The type that a statement's place has, also where nothing is bound to it.
pub(crate) fn type_of(kind: SqlKind) -> Type {
    match kind {
        SqlKind::Int => Type::INT8,
        SqlKind::Real => Type::FLOAT8,
        SqlKind::Bool => Type::BOOL,
        SqlKind::Text => Type::TEXT,
        SqlKind::Blob => Type::BYTEA,
    }
}

#[derive(Debug)]
pub(crate) struct Bound<'a>(pub(crate) &'a SqlValue<'a>);

impl ToSql for Bound<'_> {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self.0 {
            SqlValue::Null(_) => return Ok(IsNull::Yes),
            SqlValue::Int(number) => out.put_i64(*number),
            SqlValue::Real(number) => out.put_f64(*number),
            SqlValue::Bool(is) => out.put_u8(u8::from(*is)),
            SqlValue::Text(text) => out.put_slice(storable(text).as_bytes()),
            SqlValue::Blob(bytes) => out.put_slice(bytes),
        }
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// The bytes of a column.
struct Raw<'a>(Option<&'a [u8]>);

impl<'a> FromSql<'a> for Raw<'a> {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(Some(raw)))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(None))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

pub(crate) struct Read<'a>(pub(crate) &'a postgres::Row);

impl SqlRow for Read<'_> {
    fn value(&self, at: usize) -> Stored<SqlValue<'_>> {
        let column = self.0.columns().get(at);
        let column = column.ok_or_else(|| corrupt("a row with too few columns"))?;
        let Raw(raw) = self.0.try_get(at).map_err(store_error)?;
        let Some(raw) = raw else {
            return Ok(SqlValue::Null(SqlKind::Blob));
        };
        let of_type = column.type_();
        let value = match *of_type {
            Type::INT8 => whole(raw).map(i64::from_be_bytes).map(SqlValue::Int),
            Type::INT4 => whole(raw).map(|four| SqlValue::Int(i32::from_be_bytes(four).into())),
            Type::INT2 => whole(raw).map(|two| SqlValue::Int(i16::from_be_bytes(two).into())),
            Type::FLOAT8 => whole(raw).map(f64::from_be_bytes).map(SqlValue::Real),
            Type::BOOL => raw.first().map(|is| SqlValue::Bool(*is != 0)),
            Type::BYTEA => Some(SqlValue::Blob(raw.into())),
            Type::NUMERIC => whole_of_numeric(raw).map(SqlValue::Int),
            Type::TEXT | Type::VARCHAR | Type::NAME | Type::UNKNOWN => std::str::from_utf8(raw)
                .ok()
                .map(|text| SqlValue::Text(text.into())),
            _ => None,
        };
        value.ok_or_else(|| corrupt(&format!("a column of type {of_type}")))
    }
}

fn corrupt(why: &str) -> StoreError {
    StoreError::Corrupt(why.into())
}

fn whole<const N: usize>(raw: &[u8]) -> Option<[u8; N]> {
    raw.try_into().ok()
}

/// The whole part of a number of any size, or the largest or smallest that there is: sums are such.
fn whole_of_numeric(raw: &[u8]) -> Option<i64> {
    const NEGATIVE: u16 = 0x4000;
    let mut words = raw
        .chunks_exact(2)
        .map(|word| u16::from_be_bytes([word[0], word[1]]));
    let (digits, weight) = (words.next()?, words.next()?.cast_signed());
    let (sign, _scale) = (words.next()?, words.next()?);
    let mut sum = 0_i128;
    let mut digits = words.take(digits.into());
    for _ in 0..=weight {
        let digit = digits.next().unwrap_or_default();
        sum = sum.saturating_mul(10_000).saturating_add(digit.into());
    }
    let sum = if sign == NEGATIVE { -sum } else { sum };
    Some(i64::try_from(sum).unwrap_or(if sum < 0 { i64::MIN } else { i64::MAX }))
}

#[cfg(test)]
mod tests {
    use super::whole_of_numeric;

    fn numeric(weight: i16, sign: u16, digits: &[u16]) -> Vec<u8> {
        let head = [digits.len() as u16, weight.cast_unsigned(), sign, 0];
        let words = head.iter().chain(digits);
        words.flat_map(|word| word.to_be_bytes()).collect()
    }

    #[test]
    fn sums_are_whole_numbers_and_stop_at_the_largest() {
        for (raw, expected) in [
            (numeric(0, 0, &[]), 0),
            (numeric(0, 0, &[7]), 7),
            (numeric(2, 0, &[1]), 100_000_000),
            (numeric(1, 0x4000, &[2, 5]), -20_005),
            (numeric(0, 0, &[3, 5000]), 3),
            (numeric(9, 0, &[1]), i64::MAX),
            (numeric(9, 0x4000, &[1]), i64::MIN),
        ] {
            assert_eq!(whole_of_numeric(&raw), Some(expected), "{raw:?}");
        }
    }
}
