const marks: Readonly<Record<string, string>> = { '0': '', '5': '½' };

/** `85–90` centimetres as `33½–35½` inches, to the next half inch. */
export function inInches(centimetres: string): string {
  return centimetres.replaceAll(/\d+(\.\d+)?/g, (number) => {
    const [whole = '', half = '0'] = String(Math.round((Number(number) / 2.54) * 2) / 2).split('.');
    return (whole === '0' && half === '5' ? '' : whole) + (marks[half] ?? '');
  });
}
