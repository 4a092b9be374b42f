//! Columns: one value for each event of a replay.

use crate::generated::ValueType;
use crate::id::Id;
use std::ffi::CStr;
use std::marker::PhantomData;
use std::os::raw::c_char;
use std::ptr;
use swiftfsm_sys as sys;

/// A slice with one value for each event of a replay: integers; of arguments also `bool`, `f32`, `f64` and [`TextColumn`].
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    values: *const u8,
    kind: i32,
    pub(crate) len: usize,
    marker: PhantomData<&'a [u8]>,
}

// A column is a shared slice of plain values.
unsafe impl Send for Column<'_> {}
unsafe impl Sync for Column<'_> {}

impl Column<'_> {
    pub(crate) fn raw(&self) -> sys::sfsm_column {
        sys::sfsm_column {
            values: self.values.cast(),
            r#type: self.kind,
            reserved: 0,
        }
    }
}

macro_rules! columns {
    ($($type:ty = $kind:ident),*) => {$(
        impl<'a> From<&'a [$type]> for Column<'a> {
            fn from(values: &'a [$type]) -> Self {
                let kind = ValueType::$kind.code();
                Column { values: values.as_ptr().cast(), kind, len: values.len(), marker: PhantomData }
            }
        }

        impl<'a> From<&'a Vec<$type>> for Column<'a> {
            fn from(values: &'a Vec<$type>) -> Self {
                values.as_slice().into()
            }
        }

        impl<'a, const N: usize> From<&'a [$type; N]> for Column<'a> {
            fn from(values: &'a [$type; N]) -> Self {
                values.as_slice().into()
            }
        }
    )*};
}

columns! { i8 = I8, i16 = I16, i32 = I32, i64 = I64, u8 = U8, u16 = U16, u32 = U32, u64 = U64, bool = Bool, f32 = F32, f64 = F64 }

/// Strings for a [`Column`]. They are not copied.
#[derive(Clone, Debug, Default)]
pub struct TextColumn<'a> {
    values: Vec<*const c_char>,
    marker: PhantomData<&'a CStr>,
}

impl<'a> FromIterator<Option<&'a CStr>> for TextColumn<'a> {
    fn from_iter<T: IntoIterator<Item = Option<&'a CStr>>>(texts: T) -> Self {
        let values = texts
            .into_iter()
            .map(|text| text.map_or(ptr::null(), CStr::as_ptr))
            .collect();
        TextColumn {
            values,
            marker: PhantomData,
        }
    }
}

impl<'a> FromIterator<&'a CStr> for TextColumn<'a> {
    fn from_iter<T: IntoIterator<Item = &'a CStr>>(texts: T) -> Self {
        texts.into_iter().map(Some).collect()
    }
}

impl<'a> From<&'a TextColumn<'_>> for Column<'a> {
    fn from(column: &'a TextColumn<'_>) -> Self {
        let (values, len) = (column.values.as_ptr().cast(), column.values.len());
        Column {
            values,
            kind: ValueType::Str.code(),
            len,
            marker: PhantomData,
        }
    }
}

/// Returns the numbers of events or states, for a column of them.
pub fn numbers<T: Id>(values: &[T]) -> Vec<i32> {
    values.iter().map(|each| each.id()).collect()
}
