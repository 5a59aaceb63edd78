import { addLogin, good, sql } from '../api/client.ts';

export interface Customer {
  firstname: string;
  lastname: string;
  email: string;
  password: string;
  phone: string;
  country: string;
  state: string;
  address: string;
  city: string;
  postcode: string;
}

/** The administrator of the demo data. */
export const demoAdministrator = { email: 'admin@hemline.example', password: 'admin-demo-1' };

/** A new customer who is not registered yet. */
export function newCustomer(): Customer {
  const suffix = crypto.randomUUID().slice(0, 8);
  return {
    firstname: 'Ada',
    lastname: `Weaver ${suffix}`,
    email: `ada.${suffix}@example.com`,
    password: `linen-and-wool-${suffix}`,
    phone: '0123456789',
    country: 'Ireland',
    state: 'Co. Dublin',
    address: '4 Mill Lane',
    city: 'Dublin',
    postcode: 'D02 X285',
  };
}

/** A new customer with a password. */
export async function registeredCustomer(db = sql): Promise<Customer> {
  const customer = newCustomer();
  await addLogin({ ...customer }, db);
  return customer;
}

export interface Garment {
  _id: string;
  title: string;
  price: number;
  availability: 'InStock' | 'OutofStock';
  category: { _id: string; name: string } | null;
  sizes: string[];
  colors: string[];
}

/** All products, newest first; from the API directly, since the site's cache may contain products that another test has deleted. */
export async function allGarments(): Promise<Garment[]> {
  return (await good('GET', '/products/all')).products;
}

/** A product of the demo shop that is in stock, in several colors with pictures of each, whatever other tests added. */
export async function demoGarment(): Promise<Garment> {
  const { products } = await good('GET', '/products/all');
  const garment = products.find(
    ({ availability, colors, images }) =>
      availability === 'InStock' && colors.length > 1 && images.some((it) => it.includes('-back.')),
  );
  if (!garment) throw new Error('The demo shop has no such product in stock');
  return garment;
}
