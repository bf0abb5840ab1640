import { Words } from "@/app/_words/words";

export default function SignInOptionsLayout({ children }: LayoutProps<"/[tenant]/sign-in-options">) {
  return <Words of="sign-in-options">{children}</Words>;
}
