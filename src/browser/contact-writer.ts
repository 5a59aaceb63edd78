import { maySignIn } from '../api/tokens.ts';
import { readProfile } from '../stores/profile.ts';

const names = ['firstname', 'lastname', 'email'] as const;

// Before the form hydrates, which keeps what the fields have then.
if (maySignIn('user')) {
  void readProfile().then((reply) => {
    if (!reply.ok || !document.querySelector('.contact astro-island[ssr]')) return;
    for (const name of names) {
      const field = document.querySelector<HTMLInputElement>(`.contact form [name="${name}"]`);
      if (field) field.value ||= reply.user[name];
    }
  });
}
