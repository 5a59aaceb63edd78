/** The two widths at which every screen is tested. */
export const widths = [
  { name: 'desk', width: 1440 },
  { name: 'phone', width: 390 },
] as const;
