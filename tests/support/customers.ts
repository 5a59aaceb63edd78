import { inject } from 'vitest';

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

/** Calls the shop's API as a page would. @throws when the answer is not a good one. */
export async function callApi<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(`${inject('stack').siteUrl}/api/v1${path}`, init);
  if (!response.ok) {
    throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`);
  }
  return (await response.json()) as T;
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A customer who has an account already. */
export async function registeredCustomer(): Promise<Customer> {
  const customer = newCustomer();
  await callApi('/auth/register', post(customer));
  return customer;
}

export interface Garment {
  _id: string;
  title: string;
  price: number;
  availability: 'InStock' | 'OutofStock';
  category: { _id: string; name: string } | null;
}

/** Every product of the shop, newest first. */
export async function allGarments(): Promise<Garment[]> {
  return (await callApi<{ products: Garment[] }>('/products/all')).products;
}

/** Some garment that can be bought. */
export async function garmentInStock(): Promise<Garment> {
  const garment = (await allGarments()).find((it) => it.availability === 'InStock');
  if (!garment) throw new Error('The demo shop has nothing in stock');
  return garment;
}
