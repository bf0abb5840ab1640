import { Words } from "@/app/_words/words";

export default function AppsLayout({ children }: LayoutProps<"/[tenant]/apps">) {
  return <Words of="apps">{children}</Words>;
}
