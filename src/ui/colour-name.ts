/** CSS colours, as the shop keeps them, in the words of people. */

const modifiers = ['dark', 'medium', 'light', 'pale', 'deep', 'hot', 'midnight', 'antique'];
const families = [
  'slate',
  'sea',
  'sky',
  'steel',
  'olive',
  'forest',
  'rosy',
  'sandy',
  'saddle',
  'misty',
  'cadet',
  'powder',
  'cornflower',
  'royal',
  'indian',
  'spring',
  'ghost',
  'floral',
  'navajo',
  'mint',
  'lime',
];

/** `darkslategray` → `Dark slate gray`; other names only get a capital; hex stays as it is. */
export function colourName(colour: string): string {
  const trimmed = colour.trim();
  if (trimmed.startsWith('#') || trimmed.includes('(')) return trimmed;
  let words = trimmed.replaceAll(/[-_]+/g, ' ').toLowerCase();
  for (const modifier of modifiers) {
    if (
      words.startsWith(modifier) &&
      words.length > modifier.length &&
      words[modifier.length] !== ' '
    ) {
      words = `${modifier} ${words.slice(modifier.length)}`;
      break;
    }
  }
  for (const family of families) {
    words = words.replace(new RegExp(`\\b${family}(?=[a-z]{3,})`), `${family} `);
  }
  return words.charAt(0).toUpperCase() + words.slice(1);
}
