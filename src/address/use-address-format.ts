import { useEffect, useState } from 'react';
import type { AddressLine } from '#shared/domain/address-format.ts';

export interface ShownFormat {
  readonly lines: readonly {
    readonly name: AddressLine;
    readonly label: string;
    readonly required: boolean;
  }[];
  /** Those to choose from; empty where the state is typed. */
  readonly states: readonly string[];
  /** A question about a postcode that does not look like those of the country, or empty. */
  readonly doubt: (postcode: string) => string;
}

/** Before the country is known. */
export const anyCountry: ShownFormat = {
  lines: [
    { name: 'address', label: 'Street address', required: true },
    { name: 'city', label: 'City', required: true },
    { name: 'state', label: 'State', required: false },
    { name: 'postcode', label: 'Post code', required: false },
  ],
  states: [],
  doubt: () => '',
};

async function load(code: string): Promise<ShownFormat> {
  const [{ addressFormat, isDoubtful }, { states }, { addressMessages }] = await Promise.all([
    import('#shared/domain/address-format.ts'),
    import('#shared/address-states.ts'),
    import('#shared/address-messages.ts'),
  ]);
  const { lines, example } = addressFormat(code);
  return {
    lines,
    states: states[code]?.split('~') ?? [],
    doubt: (postcode) => (isDoubtful(code, postcode) ? addressMessages.isRight(example) : ''),
  };
}

/** How addresses of a country are written; the data is loaded when it is needed. Without it, the form stays as it is. */
export function useAddressFormat(code: string | null): ShownFormat {
  const [format, setFormat] = useState(anyCountry);
  useEffect(() => {
    let current = true;
    const show = (it: ShownFormat) => {
      if (current) setFormat(it);
    };
    if (code === null) show(anyCountry);
    else load(code).then(show, () => undefined);
    return () => {
      current = false;
    };
  }, [code]);
  return format;
}
