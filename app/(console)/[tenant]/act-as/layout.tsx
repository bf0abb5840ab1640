import { Words } from "@/app/_words/words";

export default function ActAsLayout({ children }: LayoutProps<"/[tenant]/act-as">) {
  return <Words of="act-as">{children}</Words>;
}
