;; The vector scan of the default engine: computes the dot products of a query with many quantized vectors, by SIMD.
;;
;; A code is a quantized vector of `dims` signed bytes; `dims` is a multiple of 32. A separate array holds 8 bytes for each
;; code: the factor that turns its dot product into a score (f32), and the number of its file (u32). The codes are
;; contiguous, so the processor prefetches them. The scan is twice as fast as with the 8 bytes between the codes.
;; The query is `dims` signed 16-bit integers. The caller quantizes so that no sum overflows 32 bits.
(module
  (import "memory" "memory" (memory 1))

  ;; Returns the integer dot product of the query and one code.
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

  ;; Replaces the lowest score of the min-heap by a slot and its score, and restores the order of the heap.
  (func $keep (param $heap i32) (param $size i32) (param $slot i32) (param $score f32)
    (local $end i32) (local $step i32) (local $at i32) (local $child i32)
    (local.set $end (i32.add (local.get $heap) (i32.shl (local.get $size) (i32.const 3))))
    (local.set $at (local.get $heap))
    (block $found
      (loop $next
        ;; The children of node n, counted from 0, are the nodes 2n + 1 and 2n + 2.
        (local.set $step (i32.add (i32.sub (local.get $at) (local.get $heap)) (i32.const 8)))
        (local.set $child (i32.add (local.get $at) (local.get $step)))
        (br_if $found (i32.ge_u (local.get $child) (local.get $end)))
        (if (i32.lt_u (i32.add (local.get $child) (i32.const 8)) (local.get $end))
          (then (if (f32.lt (f32.load offset=12 (local.get $child)) (f32.load offset=4 (local.get $child)))
            (then (local.set $child (i32.add (local.get $child) (i32.const 8)))))))
        (br_if $found (f32.ge (f32.load offset=4 (local.get $child)) (local.get $score)))
        (i64.store (local.get $at) (i64.load (local.get $child)))
        (local.set $at (local.get $child))
        (br $next)))
    (i32.store (local.get $at) (local.get $slot))
    (f32.store offset=4 (local.get $at) (local.get $score)))

  ;; Scans `count` codes from the slot `slot` on. Keeps the codes with the highest scores whose file has its bit set in
  ;; `mask`. `heap` is a min-heap of `size` entries: a slot (u32) and its score (f32). The lowest score comes first.
  (func (export "scan")
    (param $query i32) (param $code i32) (param $about i32) (param $dims i32) (param $slot i32) (param $count i32)
    (param $mask i32) (param $heap i32) (param $size i32)
    (local $end i32) (local $file i32) (local $score f32)
    (local.set $end (i32.add (local.get $slot) (local.get $count)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $slot) (local.get $end)))
        (local.set $file (i32.load offset=4 (local.get $about)))
        (if (i32.and
              (i32.shr_u
                (i32.load8_u (i32.add (local.get $mask) (i32.shr_u (local.get $file) (i32.const 3))))
                (i32.and (local.get $file) (i32.const 7)))
              (i32.const 1))
          (then
            (local.set $score (f32.mul
              (f32.convert_i32_s (call $dot (local.get $query) (local.get $code) (local.get $dims)))
              (f32.load (local.get $about))))
            (if (f32.gt (local.get $score) (f32.load offset=4 (local.get $heap)))
              (then (call $keep (local.get $heap) (local.get $size) (local.get $slot) (local.get $score))))))
        (local.set $code (i32.add (local.get $code) (local.get $dims)))
        (local.set $about (i32.add (local.get $about) (i32.const 8)))
        (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
        (br $next))))
)
