import { call } from './client.ts';

export const submitContact = (body: {
  firstname: string;
  lastname: string;
  email: string;
  message: string;
}) => call<{ message: string }>('/contact/submit', { method: 'POST', body });
