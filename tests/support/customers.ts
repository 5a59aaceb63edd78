import { inject } from 'vitest';
import { good } from '../api/client.ts';

export interface Customer {
  firstname: string;
  lastname: string;
  email: string;
  password: string;
  phone: string;
  country: string;
  state: string;
  address: string;
  postcode: string;
}

/** The accounts that come with the demo shop. */
export const demoAdministrator = { email: 'admin@hemline.example', password: 'admin-demo-1' };

/** A person nobody has met before; not registered yet. */
export function newCustomer(): Customer {
  const mark = crypto.randomUUID().slice(0, 8);
  return {
    firstname: 'Ada',
    lastname: `Weaver ${mark}`,
    email: `ada.${mark}@example.com`,
    password: `linen-and-wool-${mark}`,
    phone: '0123456789',
    country: 'Ireland',
    state: 'Leinster',
    address: '4 Mill Lane',
    postcode: 'D02 X285',
  };
}

/**
 * A customer who has an account already. Registered as if from an address of their own, since the shop
 * takes only so many registrations a minute from one.
 */
export async function registeredCustomer(
  { url, siteSecret }: { url: string; siteSecret: string } = inject('stack'),
): Promise<Customer> {
  const customer = newCustomer();
  const address = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;
  const response = await fetch(`${url}/functions/v1/api/v1/auth/register`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-site-secret': siteSecret,
      'x-client-address': address,
    },
    body: JSON.stringify(customer),
  });
  if (!response.ok) throw new Error(`register: ${response.status} ${await response.text()}`);
  return customer;
}

export interface Garment {
  _id: string;
  title: string;
  price: number;
  availability: 'InStock' | 'OutofStock';
  category: { _id: string; name: string } | null;
}

/** Every product of the shop, newest first; past the site, whose kept list may still name what another test has deleted. */
export async function allGarments(): Promise<Garment[]> {
  return (await good('GET', '/products/all')).products;
}

/** Some garment that can be bought. */
export async function garmentInStock(): Promise<Garment> {
  const garment = (await allGarments()).find((it) => it.availability === 'InStock');
  if (!garment) throw new Error('The demo shop has nothing in stock');
  return garment;
}
