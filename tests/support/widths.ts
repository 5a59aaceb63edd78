/** The two sizes at which every screen is tried. */
export const widths = [
  { name: 'desk', width: 1440 },
  { name: 'phone', width: 390 },
] as const;
