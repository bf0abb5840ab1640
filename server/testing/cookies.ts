/** Returns the value of a cookie in a `Cookie` header, or undefined. */
export const cookieOf = (cookies: string, name: string) =>
  cookies
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
