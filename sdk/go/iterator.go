package counterfoil

// Iterator reads a list page by page:
//
//	for list.Next() {
//		use(list.Value())
//	}
//	err := list.Err()
type Iterator[T any] struct {
	// load returns a page, and where the next one starts; nil after the last one.
	load    func(after string) (items []T, next *string, err error)
	items   []T
	current T
	after   string
	isLast  bool
	err     error
}

// Next advances to the next value. It returns false at the end and after an error.
func (i *Iterator[T]) Next() bool {
	for len(i.items) == 0 && !i.isLast && i.err == nil {
		i.loadPage()
	}
	if len(i.items) == 0 || i.err != nil {
		return false
	}
	i.current, i.items = i.items[0], i.items[1:]
	return true
}

// Value returns the current value.
func (i *Iterator[T]) Value() T { return i.current }

// Err returns why the iteration ended early, or nil.
func (i *Iterator[T]) Err() error { return i.err }

func (i *Iterator[T]) loadPage() {
	var next *string
	i.items, next, i.err = i.load(i.after)
	i.isLast = next == nil
	if next != nil {
		i.after = *next
	}
}
