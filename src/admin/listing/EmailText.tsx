/** An email address that wraps before its host, not within a word. */
export function EmailText({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  if (at < 0) return email;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
