;; The scan of the default engine: products of a query with many codes, by SIMD.
;;
;; A code is `dims` signed bytes (a multiple of 32), then the factor that turns its products into scores (f32), then the
;; number of its file (u32). The query is `dims` signed 16-bit numbers. Whoever quantises sees to it that no sum leaves 32 bits.
(module
  (import "memory" "memory" (memory 1))

  ;; The integer product of the query and one code.
  (func $dot (export "dot") (param $query i32) (param $code i32) (param $dims i32) (result i32)
    (local $end i32)
    (local $low v128) (local $high v128) (local $bytes v128)
    (local.set $end (i32.add (local.get $code) (local.get $dims)))
    (loop $next
      (local.set $bytes (v128.load (local.get $code)))
      (local.set $low (i32x4.add (local.get $low)
        (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (local.get $query)))))
      (local.set $high (i32x4.add (local.get $high)
        (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes)) (v128.load offset=16 (local.get $query)))))
      (local.set $bytes (v128.load offset=16 (local.get $code)))
      (local.set $low (i32x4.add (local.get $low)
        (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load offset=32 (local.get $query)))))
      (local.set $high (i32x4.add (local.get $high)
        (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes)) (v128.load offset=48 (local.get $query)))))
      (local.set $query (i32.add (local.get $query) (i32.const 64)))
      (local.set $code (i32.add (local.get $code) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $code) (local.get $end))))
    (local.set $low (i32x4.add (local.get $low) (local.get $high)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
      (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low)))))

  ;; Writes the position (u32) and the score (f32) of each of `count` codes whose file has its bit in `mask` and whose
  ;; score is above `floor`, one after the other to `out`. Returns how many.
  (func (export "scan")
    (param $query i32) (param $code i32) (param $dims i32) (param $stride i32) (param $count i32)
    (param $mask i32) (param $floor f32) (param $out i32) (result i32)
    (local $position i32) (local $file i32) (local $score f32) (local $at i32)
    (local.set $at (local.get $out))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $position) (local.get $count)))
        (local.set $file (i32.load offset=4 (i32.add (local.get $code) (local.get $dims))))
        (if (i32.and
              (i32.shr_u
                (i32.load8_u (i32.add (local.get $mask) (i32.shr_u (local.get $file) (i32.const 3))))
                (i32.and (local.get $file) (i32.const 7)))
              (i32.const 1))
          (then
            (local.set $score (f32.mul
              (f32.convert_i32_s (call $dot (local.get $query) (local.get $code) (local.get $dims)))
              (f32.load (i32.add (local.get $code) (local.get $dims)))))
            (if (f32.gt (local.get $score) (local.get $floor))
              (then
                (i32.store (local.get $at) (local.get $position))
                (f32.store offset=4 (local.get $at) (local.get $score))
                (local.set $at (i32.add (local.get $at) (i32.const 8)))))))
        (local.set $code (i32.add (local.get $code) (local.get $stride)))
        (local.set $position (i32.add (local.get $position) (i32.const 1)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $at) (local.get $out)) (i32.const 3)))
)
