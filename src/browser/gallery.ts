import { startChoice } from './choice-address.ts';

/** A picture that shows one of the colours, its addresses made by the page so that no script for that need be fetched. */
export interface ColourPicture {
  readonly color: string;
  readonly src: string;
  readonly srcset: string;
  readonly large: string;
  readonly thumbnail: string;
  readonly alt: string;
}

/** What the page wrote itself. */
const readPictures = (text: string): readonly ColourPicture[] =>
  JSON.parse(text) as ColourPicture[];

/**
 * Picture and colour agree: a thumbnail or a swipe that comes to another colour chooses it, and a chosen colour shows its own
 * pictures. Zoom enlarges.
 */
function startOne(root: HTMLElement): void {
  const strip = root.querySelector<HTMLElement>('[data-strip]');
  const large = root.querySelector<HTMLDialogElement>('[data-large]');
  const links = [...root.querySelectorAll<HTMLAnchorElement>('[data-thumbnails] a')];
  const pictures = readPictures(root.querySelector('[data-colours]')?.textContent ?? '[]');
  if (!strip || !large) return;
  const places = [...strip.querySelectorAll('li')];
  const colourAt = (index: number) => places[index]?.dataset['color'];
  let shown = colourAt(0);

  const mark = (index: number): void => {
    links.forEach((link, at) => {
      if (at === index) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
    // Focus on a picture beside the shown one would scroll to it.
    places.forEach((place, at) => {
      const zoom = place.querySelector('a');
      if (zoom) zoom.tabIndex = at === index ? 0 : -1;
    });
  };
  const move = (index: number): void => {
    strip.scrollTo({ left: index * strip.clientWidth });
    mark(index);
  };
  const put = (index: number, picture: ColourPicture): void => {
    const place = places[index];
    const image = place?.querySelector('img');
    if (!place || !image) return;
    place.dataset['color'] = picture.color;
    image.srcset = picture.srcset;
    image.src = picture.src;
    image.alt = picture.alt;
    image.closest('a')?.setAttribute('href', picture.large);
    const thumbnail = links[index]?.querySelector('img');
    if (thumbnail) thumbnail.src = picture.thumbnail;
  };
  const indexOf = ({ src }: ColourPicture) =>
    places.findIndex((it) => it.querySelector('img')?.src.endsWith(src));

  const showColour = (colour: string): void => {
    const own = pictures.filter((it) => it.color === colour).slice(0, places.length);
    if (own.length === 0) return;
    // The last places are for the pictures of colours that have none there yet.
    if (own.some((it) => indexOf(it) < 0)) {
      own.forEach((picture, at) => put(places.length - own.length + at, picture));
    }
    const [front] = own;
    shown = colour;
    if (front) move(indexOf(front));
  };
  const chooseColour = startChoice(showColour);

  /** A picture came into view. */
  const settle = (index: number): void => {
    mark(index);
    const colour = colourAt(index);
    if (!colour || colour === shown) return;
    shown = colour;
    chooseColour(colour);
  };
  links.forEach((link, index) => {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      strip.scrollTo({ left: index * strip.clientWidth });
      settle(index);
    });
  });
  strip.addEventListener(
    'scroll',
    () => {
      const place = strip.scrollLeft / Math.max(1, strip.clientWidth);
      // Halfway between two pictures nothing is decided.
      if (Math.abs(place - Math.round(place)) < 0.02) settle(Math.round(place));
    },
    { passive: true },
  );

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
