import { Words } from "@/app/_words/words";

export default function SignInMethodsLayout({ children }: LayoutProps<"/[tenant]/sign-in-methods">) {
  return <Words of={["sign-in-methods", "provider-kinds"]}>{children}</Words>;
}
