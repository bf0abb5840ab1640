/** What next-auth wants with every change of a session; its own client library would be a tenth of a page's script. */
export async function csrfToken(): Promise<string> {
  const answer = await fetch("/api/auth/csrf");
  return ((await answer.json()) as { csrfToken: string }).csrfToken;
}
