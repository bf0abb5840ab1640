import { Words } from "@/app/_words/words";

export default function SecurityLayout({ children }: LayoutProps<"/[tenant]/security">) {
  return <Words of="security">{children}</Words>;
}
