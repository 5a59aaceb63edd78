/** Numbers for use inside a shop (02, 04 and 20 to 29) and for coupons (05, 98 and 99): they name other goods elsewhere. */
const internal = /^(?:0[245]|2|9[89])/;

/** The barcode if it is a number that GS1 gave to the garment, which search engines and marketplaces look up; else null. */
export function publicGtin(barcode: string | null): string | null {
  if (barcode === null) return null;
  const isInternal =
    barcode.length === 8
      ? /^[02]/.test(barcode)
      : internal.test(barcode.padStart(14, '0').slice(1));
  return isInternal ? null : barcode;
}
