interface SocialPage {
  readonly name: string;
  readonly href: string;
  /** Of a drawing in a square of 24. */
  readonly path: string;
}

// The icon set has no brand logos.
const known = {
  'instagram.com': {
    name: 'Instagram',
    path: 'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5ZM12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6ZM16.9 7h.1',
  },
  'facebook.com': {
    name: 'Facebook',
    path: 'M16.5 3.5H14a4 4 0 0 0-4 4V10H7.5v3.6H10v6.9h3.7v-6.9h2.6l.6-3.6h-3.2V8a1 1 0 0 1 1-1h1.8Z',
  },
  'pinterest.com': {
    name: 'Pinterest',
    path: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.6 20l2.2-9.4M8.7 12.4c-1-2.6.7-5 3.5-5s4.1 2.4 3.5 4.9c-.6 2.4-2.8 3.6-4.7 2.1',
  },
  'youtube.com': {
    name: 'YouTube',
    path: 'M6.5 6h11A3.5 3.5 0 0 1 21 9.5v5a3.5 3.5 0 0 1-3.5 3.5h-11A3.5 3.5 0 0 1 3 14.5v-5A3.5 3.5 0 0 1 6.5 6ZM10.3 9.2v5.6l4.7-2.8Z',
  },
  'tiktok.com': {
    name: 'TikTok',
    path: 'M10.5 10.3a4.6 4.6 0 1 0 4 4.6V3.5c.4 2.6 2.2 4.4 5 4.7',
  },
} as const;
const elsewhere =
  'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1';

const isKnown = (host: string): host is keyof typeof known => Object.hasOwn(known, host);

/** The pages of the shop elsewhere, of addresses one a line; those of other hosts are named by their host. */
export function socialPages(links: string): SocialPage[] {
  const pages = links.split('\n').filter((it) => URL.canParse(it));
  return pages.map((href) => {
    const host = new URL(href).hostname.replace(/^www\./, '');
    return { href, ...(isKnown(host) ? known[host] : { name: host, path: elsewhere }) };
  });
}
