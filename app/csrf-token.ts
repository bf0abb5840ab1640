/**
 * Returns the CSRF token that next-auth requires to change a session. Its client library would be a tenth of a page's script.
 */
export async function csrfToken(): Promise<string> {
  const answer = await fetch("/api/auth/csrf");
  return ((await answer.json()) as { csrfToken: string }).csrfToken;
}
