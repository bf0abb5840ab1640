import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { container } from "@/server/container";

/** next-auth's own pages: CSRF token, sign-in callback, sign-out. Its options need this process's container. */
async function handle(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }) {
  const { auth } = await container();
  return (await NextAuth(request as never, context as never, auth.nextAuthOptions(request))) as Response;
}

export { handle as GET, handle as POST };
