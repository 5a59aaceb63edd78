/** Accounts of the demo shop. They exist on local stacks only: nothing else loads the seed. */
export interface Person {
  email: string;
  /** None: an account that nobody can sign in to. */
  password?: string;
  firstname: string;
  lastname: string;
  phone: string;
  country: string;
  state: string;
  postcode: string;
  address: string;
  city: string;
  /** Days since they registered. */
  age: number;
}

export const administrator: Person = {
  email: 'admin@hemline.example',
  password: 'admin-demo-1',
  firstname: 'Maud',
  lastname: 'Ellery',
  phone: '2025550100',
  country: 'United States',
  state: 'Oregon',
  postcode: '97205',
  address: '1 Mill Lane',
  city: 'Portland',
  age: 160,
};

export const shopper: Person = {
  email: 'shopper@hemline.example',
  password: 'shopper-demo-1',
  firstname: 'Nora',
  lastname: 'Whitfield',
  phone: '2025550101',
  country: 'United States',
  state: 'Maine',
  postcode: '04101',
  address: '18 Quay Street',
  city: 'Portland',
  age: 90,
};

function customer(name: string, place: string, age: number): Person {
  const [firstname = '', lastname = ''] = name.split(' ');
  const parts = place.split(', ');
  const [address = '', city = '', state = '', postcode = '', country = 'United States'] = parts;
  const email = `${firstname}.${lastname}@customers.example`.toLowerCase();
  const phone = `20255501${String(age % 100).padStart(2, '0')}`;
  return { email, firstname, lastname, phone, country, state, postcode, address, city, age };
}

const wharf = '12 Custom House Wharf, Portland, Maine, 04101';

/** Members of the company that buys wholesale. */
export const northwind = {
  manager: {
    ...customer('Edith Calder', wharf, 60),
    email: 'manager@northwind.example',
    password: 'manager-demo-1',
  },
  buyer: {
    ...customer('Jonas Wren', wharf, 58),
    email: 'buyer@northwind.example',
    password: 'buyer-demo-1',
  },
} satisfies Record<string, Person>;

export const customers: readonly Person[] = [
  shopper,
  customer('Tomas Berg', '4 Alder Court, Burlington, Vermont, 05401', 140),
  customer('Ada Okafor', '77 Harbor Road, Boston, Massachusetts, 02110', 130),
  customer('Ellen Marsh', '9 Orchard Row, Ottawa, Ontario, K1A 0B1, Canada', 120),
  customer('Joseph Lindqvist', '210 Pine Street, Minneapolis, Minnesota, 55401', 110),
  customer('Priya Raman', '36 Canal Street, New York, New York, 10013', 105),
  customer('Samuel Hart', '5 Kiln Yard, Portland, Oregon, 97209', 102),
  customer('Ines Duarte', '12 Rua Nova, Lisboa, Lisboa, 1200-108, Portugal', 97),
  customer('Hugh Penrose', '3 Chapel Hill, Truro, Cornwall, TR1 2XX, United Kingdom', 93),
  customer('Mei Tanaka', '640 Grove Avenue, San Francisco, California, 94110', 89),
  northwind.manager,
  northwind.buyer,
];
