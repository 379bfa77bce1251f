package counterfoil

import (
	"context"
	"errors"
	"sync"
)

// OnceStore remembers the ids of handled events. Use your database in production, and MemoryStore in tests.
type OnceStore interface {
	Has(ctx context.Context, eventID string) (bool, error)
	Add(ctx context.Context, eventID string) error
}

// Once drops events that were handled before. An id is added after its event was handled, so a crash in between repeats the
// event instead of losing it. Deliveries of one event that arrive together are handled once in this process.
func Once(store OnceStore, handle HandleFunc) HandleFunc {
	once := &once{store: store, handle: handle, inProgress: map[string]*run{}}
	return once.run
}

type once struct {
	store      OnceStore
	handle     HandleFunc
	lock       sync.Mutex
	inProgress map[string]*run
}

// run is an event that is being handled. Its error may be read after done is closed.
type run struct {
	done chan struct{}
	err  error
}

func (o *once) run(ctx context.Context, event Event) error {
	current, isFirst := o.start(event.ID)
	if !isFirst {
		select {
		case <-current.done:
			return current.err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	defer o.finish(event.ID, current)
	current.err = o.handleNew(ctx, event)
	return current.err
}

func (o *once) start(eventID string) (current *run, isFirst bool) {
	o.lock.Lock()
	defer o.lock.Unlock()
	if current, isRunning := o.inProgress[eventID]; isRunning {
		return current, false
	}
	// This error remains if handle panics.
	current = &run{done: make(chan struct{}), err: errors.New("counterfoil: the handler did not return")}
	o.inProgress[eventID] = current
	return current, true
}

func (o *once) finish(eventID string, current *run) {
	o.lock.Lock()
	defer o.lock.Unlock()
	delete(o.inProgress, eventID)
	close(current.done)
}

func (o *once) handleNew(ctx context.Context, event Event) error {
	isKnown, err := o.store.Has(ctx, event.ID)
	if err != nil || isKnown {
		return err
	}
	if err := o.handle(ctx, event); err != nil {
		return err
	}
	return o.store.Add(ctx, event.ID)
}

// MemoryStore is a OnceStore that is empty after a restart. Its zero value is ready to use.
type MemoryStore struct{ ids sync.Map }

// Has reports whether the id was added.
func (s *MemoryStore) Has(_ context.Context, eventID string) (bool, error) {
	_, isKnown := s.ids.Load(eventID)
	return isKnown, nil
}

// Add adds an id.
func (s *MemoryStore) Add(_ context.Context, eventID string) error {
	s.ids.Store(eventID, true)
	return nil
}
