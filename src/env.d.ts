declare module '*.woff2?url' {
  const address: string;
  export default address;
}

declare namespace App {
  interface Locals {
    /** Filled while the page is rendered; absent in `astro dev`. */
    reads?: import('./catalogue.ts').PageReads;
  }
}
