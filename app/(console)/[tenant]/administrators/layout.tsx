import { Words } from "@/app/_words/words";

export default function AdministratorsLayout({ children }: LayoutProps<"/[tenant]/administrators">) {
  return <Words of="administrators">{children}</Words>;
}
