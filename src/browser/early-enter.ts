// Enter in a form whose script is on its way: the form is sent once it can be (SubmitButton.tsx).
document.addEventListener('keydown', ({ key, target }) => {
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
  const button = target.form?.querySelector<HTMLElement>('[data-hydrating]');
  if (button) button.dataset['hydrating'] = 'pressed';
});
