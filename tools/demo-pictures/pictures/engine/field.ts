/** A rectangle of numbers on the canvas: `x`, `y` is its upper left corner in pixels. */
export interface Field {
  x: number;
  y: number;
  width: number;
  height: number;
  data: Float32Array;
}

export function field(x: number, y: number, width: number, height: number): Field {
  return { x, y, width, height, data: new Float32Array(width * height) };
}

/** Typed arrays read as possibly undefined; outside reads count as nothing. */
export const read = (data: Float32Array, index: number) => data[index] ?? 0;

function boxRows(from: Float32Array, to: Float32Array, width: number, height: number, r: number) {
  const share = 1 / (2 * r + 1);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    const first = read(from, row);
    const last = read(from, row + width - 1);
    let sum = first * (r + 1);
    for (let x = 0; x < r; x += 1) sum += x < width ? read(from, row + x) : last;
    for (let x = 0; x < width; x += 1) {
      sum += x + r < width ? read(from, row + x + r) : last;
      to[row + x] = sum * share;
      sum -= x - r >= 0 ? read(from, row + x - r) : first;
    }
  }
}

function transpose(from: Float32Array, width: number, height: number): Float32Array {
  const to = new Float32Array(from.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) to[x * height + y] = read(from, y * width + x);
  }
  return to;
}

/** Every `step`-th number, averaged over its cell. */
function shrunk(source: Field, step: number): Field {
  const small = field(0, 0, Math.ceil(source.width / step), Math.ceil(source.height / step));
  for (let y = 0; y < source.height; y += 1) {
    const row = Math.floor(y / step) * small.width;
    for (let x = 0; x < source.width; x += 1) {
      const i = row + Math.floor(x / step);
      small.data[i] = read(small.data, i) + read(source.data, y * source.width + x);
    }
  }
  const lastX = source.width - (small.width - 1) * step;
  const lastY = source.height - (small.height - 1) * step;
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      const cell = (x === small.width - 1 ? lastX : step) * (y === small.height - 1 ? lastY : step);
      const i = y * small.width + x;
      small.data[i] = read(small.data, i) / cell;
    }
  }
  return small;
}

/** Back to the size of `like`, straight lines between the cells' middles. */
function grown(small: Field, step: number, like: Field): Field {
  const result = field(like.x, like.y, like.width, like.height);
  const clampX = small.width - 1;
  const clampY = small.height - 1;
  for (let y = 0; y < like.height; y += 1) {
    const fy = Math.min(clampY, Math.max(0, (y + 0.5) / step - 0.5));
    const row = Math.floor(fy);
    const next = Math.min(clampY, row + 1) * small.width;
    const ty = fy - row;
    for (let x = 0; x < like.width; x += 1) {
      const fx = Math.min(clampX, Math.max(0, (x + 0.5) / step - 0.5));
      const column = Math.floor(fx);
      const right = Math.min(clampX, column + 1);
      const tx = fx - column;
      const i = row * small.width;
      const upper = read(small.data, i + column) * (1 - tx) + read(small.data, i + right) * tx;
      const lower =
        read(small.data, next + column) * (1 - tx) + read(small.data, next + right) * tx;
      result.data[y * like.width + x] = upper * (1 - ty) + lower * ty;
    }
  }
  return result;
}

/** Three box passes, near enough to a Gaussian of this standard deviation in pixels. */
export function blurred(source: Field, sigma: number): Field {
  const step = Math.floor(sigma / 4);
  if (step > 1) return grown(blurred(shrunk(source, step), sigma / step), step, source);
  const r = Math.max(1, Math.round(sigma));
  const { width, height } = source;
  const pass = (data: Float32Array, w: number, h: number) => {
    const one = new Float32Array(data.length);
    const two = new Float32Array(data.length);
    boxRows(data, one, w, h, r);
    boxRows(one, two, w, h, r);
    boxRows(two, one, w, h, r);
    return one;
  };
  const rows = transpose(pass(source.data, width, height), width, height);
  return { ...source, data: transpose(pass(rows, height, width), height, width) };
}
