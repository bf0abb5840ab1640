import { Words } from "@/app/_words/words";

export default function ApisLayout({ children }: LayoutProps<"/[tenant]/apis">) {
  return <Words of="apis">{children}</Words>;
}
