//! Strings to and from C.

use crate::error::Error;
use crate::generated::Status;
use std::ffi::{CStr, CString};
use std::os::raw::c_char;

/// Returns a copy of a string that C returned; `None` for NULL.
///
/// # Safety
/// The pointer is NULL, or the string is valid during the call.
pub(crate) unsafe fn copied(text: *const c_char) -> Option<String> {
    unsafe { borrowed(text) }.map(str::to_owned)
}

/// Returns a string of C without copying it; `None` for NULL. The library's strings are UTF-8.
///
/// # Safety
/// The pointer is NULL, or the string is valid for `'a`.
pub(crate) unsafe fn borrowed<'a>(text: *const c_char) -> Option<&'a str> {
    if text.is_null() {
        return None;
    }
    unsafe { CStr::from_ptr(text) }.to_str().ok()
}

/// Returns a string for C. Fails for one with a zero inside.
pub(crate) fn to_c(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::with_text(Status::BadValue, "A string must not contain a zero."))
}
