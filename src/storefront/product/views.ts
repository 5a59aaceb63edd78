import { limits } from '#shared/domain/limits.ts';

/**
 * The indexes of the pictures of a colour: its own, then those without a colour. A single one is followed by those of other
 * colours, which select theirs. Without a colour, the first pictures.
 */
export function viewsOf(
  colours: readonly (string | undefined)[],
  colour: string | undefined,
): readonly number[] {
  const places = (fits: (its: string | undefined) => boolean) =>
    colours.flatMap((its, place) => (fits(its) ? [place] : []));
  const own = places((its) => its === colour);
  const plain = places((its) => its === undefined);
  const others = places((its) => its !== undefined && its !== colour);
  const all = colour === undefined ? [...colours.keys()] : [...own, ...plain];
  return [...all, ...(colour !== undefined && own.length === 1 ? others : [])].slice(
    0,
    limits.detailThumbnails,
  );
}
