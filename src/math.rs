//! The mathematical functions of the C library, written in Rust.
//!
//! The drawing library calls these functions, but most commands do not. If the functions came from the system, the
//! program would load `libm.so` whenever it starts. In a short command, loading this library takes a tenth of the whole
//! time (measured with `benches/startup.py`). The linker uses the functions of this file instead, because it finds them
//! first.

/// Defines functions of the C library. Each of them calls the function with the same name in the crate `libm`.
macro_rules! defined_in_rust {
    ($($name:ident($($x:ident: $number:ty),+);)+) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name($($x: $number),+) -> defined_in_rust!(@first $($number),+) {
            libm::$name($($x),+)
        }
    )+};
    (@first $number:ty $(, $more:ty)?) => { $number };
}

defined_in_rust! {
    acos(x: f64);
    acosf(x: f32);
    asin(x: f64);
    asinf(x: f32);
    atan(x: f64);
    atanf(x: f32);
    atan2(y: f64, x: f64);
    atan2f(y: f32, x: f32);
    cbrt(x: f64);
    cbrtf(x: f32);
    cos(x: f64);
    cosf(x: f32);
    exp(x: f64);
    expf(x: f32);
    fmod(x: f64, y: f64);
    fmodf(x: f32, y: f32);
    hypot(x: f64, y: f64);
    hypotf(x: f32, y: f32);
    log(x: f64);
    logf(x: f32);
    log10(x: f64);
    log10f(x: f32);
    pow(x: f64, y: f64);
    powf(x: f32, y: f32);
    sin(x: f64);
    sinf(x: f32);
    tan(x: f64);
    tanf(x: f32);
    tanh(x: f64);
    tanhf(x: f32);
}

/// Computes the sine and the cosine of an angle in radians. Writes the results through the two pointers.
///
/// # Safety
/// Both pointers must be valid for writing.
#[unsafe(no_mangle)]
unsafe extern "C" fn sincos(x: f64, sine: *mut f64, cosine: *mut f64) {
    let (s, c) = libm::sincos(x);
    // SAFETY: The caller promises that both pointers are valid.
    unsafe {
        sine.write(s);
        cosine.write(c);
    }
}

/// Computes the sine and the cosine of an angle in radians. Writes the results through the two pointers.
///
/// # Safety
/// Both pointers must be valid for writing.
#[unsafe(no_mangle)]
unsafe extern "C" fn sincosf(x: f32, sine: *mut f32, cosine: *mut f32) {
    let (s, c) = libm::sincosf(x);
    // SAFETY: The caller promises that both pointers are valid.
    unsafe {
        sine.write(s);
        cosine.write(c);
    }
}
