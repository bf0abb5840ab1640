import { Words } from "@/app/_words/words";

export default function DomainLayout({ children }: LayoutProps<"/[tenant]/domain">) {
  return <Words of="domain">{children}</Words>;
}
