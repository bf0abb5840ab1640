/**
 * Returns the CSRF token of next-auth, which every change of a session requires. Replaces the client library of next-auth,
 * because the library is as large as a tenth of a page's script.
 */
export async function csrfToken(): Promise<string> {
  const answer = await fetch("/api/auth/csrf");
  return ((await answer.json()) as { csrfToken: string }).csrfToken;
}
