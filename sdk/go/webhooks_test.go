package counterfoil_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/counterfoil"
	"example.com/counterfoil/counterfoiltest"
)

const secret = "whsec_x"

var claim = counterfoiltest.Fixture(counterfoil.EventTypeClaimCreated)

// deliver returns the status with which a handler responds to an event, and the error that OnError got.
func deliver(event counterfoil.Event, handle counterfoil.HandleFunc) (int, error) {
	return post(counterfoiltest.SignedRequest("http://localhost/hooks", secret, event), handle)
}

func post(request *http.Request, handle counterfoil.HandleFunc) (int, error) {
	var reported error
	webhooks := counterfoil.Webhooks{Secrets: []string{secret}, OnError: func(err error) { reported = err }}
	recorder := httptest.NewRecorder()
	webhooks.Handler(handle).ServeHTTP(recorder, request)
	return recorder.Code, reported
}

func ignore(context.Context, counterfoil.Event) error { return nil }

func TestHandlerStatuses(t *testing.T) {
	signedBy := func(secret, body string) *http.Request {
		event := counterfoil.Event{ID: "1", Type: "X", Data: counterfoil.UnknownData{RawMessage: []byte(body)}}
		return counterfoiltest.SignedRequest("http://localhost/hooks", secret, event)
	}
	unsigned := httptest.NewRequest("POST", "/hooks", strings.NewReader("{}"))
	large := httptest.NewRequest("POST", "/hooks", strings.NewReader(strings.Repeat(" ", 1<<20+1)))
	cases := []struct {
		name    string
		request *http.Request
		handle  counterfoil.HandleFunc
		status  int
		code    string
	}{
		{"handled", signedBy(secret, "{}"), ignore, 200, ""},
		{"no signature", unsigned, ignore, 401, "missing_signature"},
		{"another secret", signedBy("whsec_y", "{}"), ignore, 401, "invalid_signature"},
		{"data that is a list", signedBy(secret, "[]"), ignore, 400, "not_an_event"},
		{"more than 1 MiB", large, ignore, 413, "body_too_large"},
		{"the handler fails", signedBy(secret, "{}"), func(context.Context, counterfoil.Event) error {
			return errors.New("no database")
		}, 500, "no database"},
	}
	for _, c := range cases {
		status, err := post(c.request, c.handle)
		if status != c.status || (err == nil) != (c.code == "") || (err != nil && !strings.HasPrefix(err.Error(), c.code)) {
			t.Errorf("%s: got %d %v", c.name, status, err)
		}
	}
}

func TestHandlersDispatchByType(t *testing.T) {
	var calls []string
	handlers := counterfoil.Handlers{
		ClaimCreated: func(_ context.Context, _ counterfoil.Event, data counterfoil.ClaimCreated) error {
			calls = append(calls, "claim of "+data.ExternalUserID)
			return nil
		},
		RedemptionVoided: func(_ context.Context, _ counterfoil.Event, data counterfoil.RedemptionVoided) error {
			calls = append(calls, data.Reason)
			return nil
		},
		Sample: func(context.Context, counterfoil.Event) error { calls = append(calls, "sample"); return nil },
		Unknown: func(_ context.Context, event counterfoil.Event) error {
			calls = append(calls, string(event.Type)+string(event.Data.(counterfoil.UnknownData).RawMessage))
			return nil
		},
	}
	sample := claim
	sample.Test = true
	unknown := counterfoil.Event{ID: "2", Type: "VOUCHER_RETIRED", Data: counterfoil.UnknownData{RawMessage: []byte(`{"a":1}`)}}
	voided := counterfoiltest.Fixture(counterfoil.EventTypeRedemptionVoided)
	ignored := counterfoiltest.Fixture(counterfoil.EventTypeVoucherPublished)
	for _, event := range []counterfoil.Event{claim, voided, sample, unknown, ignored} {
		if status, err := deliver(event, handlers.Handle); status != 200 {
			t.Errorf("%s: got %d %v", event.Type, status, err)
		}
	}
	want := `claim of user-42|Redeemed twice by mistake.|sample|VOUCHER_RETIRED{"a":1}`
	if got := strings.Join(calls, "|"); got != want {
		t.Errorf("got %s", got)
	}
}

func TestOnceDropsDuplicatesAfterSuccess(t *testing.T) {
	count, fail := 0, true
	handle := counterfoil.Once(&counterfoil.MemoryStore{}, func(context.Context, counterfoil.Event) error {
		if count++; fail {
			return errors.New("no database")
		}
		return nil
	})
	var statuses []int
	for i := 0; i < 3; i++ {
		status, _ := deliver(claim, handle)
		statuses = append(statuses, status)
		fail = false
	}
	if statuses[0] != 500 || statuses[1] != 200 || statuses[2] != 200 || count != 2 {
		t.Errorf("got %v, handled %d times", statuses, count)
	}
}

func TestOnceHandlesDeliveriesThatArriveTogetherOnce(t *testing.T) {
	var count int
	started, finish := make(chan struct{}), make(chan struct{})
	handle := counterfoil.Once(&counterfoil.MemoryStore{}, func(context.Context, counterfoil.Event) error {
		count++
		close(started)
		<-finish
		return nil
	})
	var both sync.WaitGroup
	results := make([]error, 2)
	both.Add(2)
	go func() { defer both.Done(); results[0] = handle(context.Background(), claim) }()
	<-started
	go func() { defer both.Done(); results[1] = handle(context.Background(), claim) }()
	time.Sleep(50 * time.Millisecond) // The second delivery is waiting now.
	close(finish)
	both.Wait()
	if count != 1 || results[0] != nil || results[1] != nil {
		t.Errorf("handled %d times: %v", count, results)
	}
}

func TestOnceHandlesAnEventAgainAfterAPanic(t *testing.T) {
	count := 0
	handle := counterfoil.Once(&counterfoil.MemoryStore{}, func(context.Context, counterfoil.Event) error {
		if count++; count == 1 {
			panic("no database")
		}
		return nil
	})
	func() {
		defer func() { recover() }()
		handle(context.Background(), claim)
	}()
	if err := handle(context.Background(), claim); err != nil || count != 2 {
		t.Errorf("handled %d times: %v", count, err)
	}
}
