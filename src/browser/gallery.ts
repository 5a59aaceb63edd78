import { startChoice } from './choice-address.ts';

/** A picture of the product, with URLs rendered by the page so that no script is needed for them. */
export interface GalleryPicture {
  /** The colour that it shows; missing if its name contains none. */
  readonly color?: string | undefined;
  readonly src: string;
  readonly srcset: string;
  readonly large: string;
  readonly thumbnail: string;
  readonly alt: string;
}

/** All pictures, and the indexes of those shown initially and for each colour with its own pictures. */
export interface GalleryPictures {
  readonly pictures: readonly GalleryPicture[];
  readonly first: readonly number[];
  readonly views: readonly { readonly color: string; readonly places: readonly number[] }[];
}

/** The data rendered by the page. */
const readPictures = (text: string): GalleryPictures => JSON.parse(text) as GalleryPictures;

/** Renders one list item per value, by reusing and cloning existing items. */
function fillList<Value>(
  list: Element,
  values: readonly Value[],
  fill: (item: Element, value: Value, place: number) => void,
): void {
  for (const item of [...list.children].slice(values.length)) item.remove();
  values.forEach((value, place) => {
    const item = list.children[place] ?? list.lastElementChild?.cloneNode(true);
    if (!(item instanceof Element)) return;
    if (!item.isConnected) list.append(item);
    fill(item, value, place);
  });
}

/**
 * Keeps picture and colour in sync: choosing a colour shows its pictures, and moving to a picture of another colour chooses
 * that colour. Zoom enlarges.
 */
function startOne(root: HTMLElement): void {
  const strip = root.querySelector<HTMLElement>('[data-strip]');
  const thumbnails = root.querySelector<HTMLElement>('[data-thumbnails]');
  const large = root.querySelector<HTMLDialogElement>('[data-large]');
  const data = root.querySelector('[data-pictures]')?.textContent;
  if (!strip || !large || !data) return;
  const { pictures, first, views } = readPictures(data);
  let places = first;
  const colourAt = (index: number) => pictures[places[index] ?? -1]?.color;
  let shown = colourAt(0);

  const mark = (index: number): void => {
    thumbnails?.querySelectorAll('a').forEach((link, at) => {
      if (at === index) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
    // Focusing a neighbouring picture would scroll to it, unless all are in view.
    strip.querySelectorAll('a').forEach((zoom, at) => {
      zoom.tabIndex = at === index || strip.scrollWidth === strip.clientWidth ? 0 : -1;
    });
  };
  const move = (index: number): void => {
    strip.scrollTo({ left: index * strip.clientWidth });
    mark(index);
  };
  const put = (next: readonly number[]): void => {
    places = next;
    const own = next.flatMap((it) => pictures[it] ?? []);
    fillList(strip, own, (item, picture, at) => {
      item.id = `picture-${at + 1}`;
      item.querySelector('a')?.setAttribute('href', picture.large);
      const image = item.querySelector('img');
      if (image)
        Object.assign(image, { srcset: picture.srcset, src: picture.src, alt: picture.alt });
    });
    if (!thumbnails) return;
    fillList(thumbnails, own, (item, picture, at) => {
      const link = item.querySelector('a');
      link?.setAttribute('href', `#picture-${at + 1}`);
      link?.setAttribute('aria-label', `Show picture ${at + 1}`);
      item.querySelector('img')?.setAttribute('src', picture.thumbnail);
    });
  };

  const showColour = (colour: string): void => {
    const wanted = views.find((it) => it.color === colour)?.places;
    if (!wanted) return;
    if (wanted.some((it) => pictures[it]?.color === colour && !places.includes(it))) put(wanted);
    shown = colour;
    move(places.findIndex((it) => pictures[it]?.color === colour));
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
  thumbnails?.addEventListener('click', (event) => {
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    if (!item) return;
    event.preventDefault();
    const index = [...thumbnails.children].indexOf(item);
    strip.scrollTo({ left: index * strip.clientWidth });
    settle(index);
  });
  strip.addEventListener(
    'scroll',
    () => {
      const place = strip.scrollLeft / Math.max(1, strip.clientWidth);
      // Ignored while between two pictures.
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
    // The garment is in the middle, so small screens start there, not in the empty corner.
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
