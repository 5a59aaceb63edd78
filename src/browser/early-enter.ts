// Remembers Enter in a form that is not hydrated yet and submits it later (SubmitButton.tsx).
document.addEventListener('keydown', ({ key, target }) => {
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
  const button = target.form?.querySelector<HTMLElement>('[data-hydrating]');
  if (button) button.dataset['hydrating'] = 'pressed';
});
