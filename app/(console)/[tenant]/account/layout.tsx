import { Words } from "@/app/_words/words";

export default function AccountLayout({ children }: LayoutProps<"/[tenant]/account">) {
  return <Words of="account">{children}</Words>;
}
