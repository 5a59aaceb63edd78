/** Towards the light: upper left, a little over half-way up. */
const length = Math.hypot(-0.6, -0.68, 0.82);
export const toLight = [-0.6 / length, -0.68 / length, 0.82 / length] as const;

/** A weak second light from the upper right, so that folds on either side show. */
const fill = Math.hypot(0.7, -0.45, 0.75);
export const toFill = [0.7 / fill, -0.45 / fill, 0.75 / fill] as const;

/** Half-way between the light and the eye, for shine. */
const half = Math.hypot(toLight[0], toLight[1], toLight[2] + 1);
export const halfway = [toLight[0] / half, toLight[1] / half, (toLight[2] + 1) / half] as const;

/** Linear light of a colour `#rrggbb`. */
export function linear(hex: string): readonly [number, number, number] {
  const channel = (from: number) => (Number.parseInt(hex.slice(from, from + 2), 16) / 255) ** 2.2;
  return [channel(1), channel(3), channel(5)];
}
