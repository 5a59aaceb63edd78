/** Fired on the document by the buying form: the name of the colour that was chosen. */
export const colourChosen = 'hemline:colour-chosen';

/** A colour's picture, its addresses made by the page so that no script for that need be fetched. */
export interface ColourPicture {
  readonly src: string;
  readonly srcset: string;
  readonly large: string;
  readonly thumbnail: string;
  readonly alt: string;
}

/** What the page wrote itself; a Map, since a colour may bear any name. */
const readColours = (text: string): ReadonlyMap<string, ColourPicture> =>
  new Map(JSON.parse(text) as [string, ColourPicture][]);

/** Thumbnails move the strip, a swipe of the strip marks its thumbnail, a colour changes both, zoom enlarges. */
function startOne(root: HTMLElement): void {
  const strip = root.querySelector<HTMLElement>('[data-strip]');
  const large = root.querySelector<HTMLDialogElement>('[data-large]');
  const links = [...root.querySelectorAll<HTMLAnchorElement>('[data-thumbnails] a')];
  const colours = readColours(root.querySelector('[data-colours]')?.textContent ?? '[]');
  if (!strip || !large) return;
  const pictures = [...strip.querySelectorAll('img')];

  const mark = (index: number): void => {
    links.forEach((link, at) => {
      if (at === index) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
  };
  const move = (index: number): void => {
    strip.scrollTo({ left: index * strip.clientWidth });
    mark(index);
  };

  links.forEach((link, index) => {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      move(index);
    });
  });
  strip.addEventListener(
    'scroll',
    () => mark(Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth))),
    { passive: true },
  );

  document.addEventListener(colourChosen, (event) => {
    const colour: unknown = event instanceof CustomEvent ? event.detail : undefined;
    const wanted = typeof colour === 'string' ? colours.get(colour) : undefined;
    if (!wanted) return;
    const found = pictures.findIndex((it) => it.src.endsWith(wanted.src));
    // The last place is where the colours without one of their own are shown.
    const index = found >= 0 ? found : pictures.length - 1;
    const picture = pictures[index];
    const thumbnail = links[index]?.querySelector('img');
    if (found < 0 && picture) {
      picture.srcset = wanted.srcset;
      picture.src = wanted.src;
      picture.alt = wanted.alt;
      picture.closest('a')?.setAttribute('href', wanted.large);
      if (thumbnail) thumbnail.src = wanted.thumbnail;
    }
    move(index);
  });

  strip.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('[data-zoom]') : null;
    const picture = link?.querySelector('img');
    if (!picture) return;
    event.preventDefault();
    const copy = new Image();
    copy.alt = picture.alt;
    copy.src = link?.getAttribute('href') ?? picture.src;
    // The garment lies in the middle, so a small screen begins there and not at the empty corner.
    copy.addEventListener('load', () => {
      large.scrollTo(
        (large.scrollWidth - large.clientWidth) / 2,
        (large.scrollHeight - large.clientHeight) / 2,
      );
    });
    large.querySelector('[data-pan]')?.replaceChildren(copy);
    large.showModal();
  });
}

export function startGallery(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-gallery]')) startOne(root);
}
