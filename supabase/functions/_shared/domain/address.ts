interface Address {
  address: string;
  city: string;
  postcode: string;
  /** Companies have none. */
  state?: string;
  country: string;
}

/** On one line: "18 Quay Street, Portland". */
export const streetAndCity = ({ address, city }: Pick<Address, 'address' | 'city'>): string =>
  [address, city].filter(Boolean).join(', ');

interface Delivery {
  /** Empty for the customer. */
  recipient: string;
  company: { name: string } | null;
  user: Address & { firstname: string; lastname: string };
}

/** Where an order goes, line by line: the recipient, or the customer with the company, and the address. */
export function deliveryLines({ recipient, company, user }: Delivery): string[] {
  const customer = [company?.name ?? '', `${user.firstname} ${user.lastname}`.trim()];
  return [...(recipient ? [recipient] : customer), ...addressLines(user)].filter(Boolean);
}

/** An address as on a parcel, line by line. A city and state of the same name, such as New York, are written once. */
export function addressLines({ address, city, postcode, state = '', country }: Address): string[] {
  const place = [postcode, city].filter(Boolean).join(' ');
  const region = state === city ? '' : state;
  return [address, [place, region].filter(Boolean).join(', '), country].filter(Boolean);
}
