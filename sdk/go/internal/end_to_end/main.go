// Command end_to_end calls the real service, and prints one line of JSON for each step.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"example.com/counterfoil"
)

const user = "user/é 🎟"

func step(name string, run func() (map[string]any, error)) {
	outcome, err := run()
	var failure *counterfoil.Error
	if errors.As(err, &failure) {
		outcome = map[string]any{"error": failure.Code, "status": failure.Status, "issues": len(failure.Issues)}
	} else if err != nil {
		panic(err)
	}
	if outcome == nil {
		outcome = map[string]any{}
	}
	outcome["step"] = name
	line, _ := json.Marshal(outcome)
	fmt.Println(string(line))
}

func main() {
	ctx := context.Background()
	client, err := counterfoil.New(os.Getenv("COUNTERFOIL_URL"), os.Getenv("SLUG"), os.Getenv("SECRET"))
	if err != nil {
		panic(err)
	}
	upsert := func(user counterfoil.User) func() (map[string]any, error) {
		return func() (map[string]any, error) {
			result, err := client.UpsertUser(ctx, user)
			return map[string]any{"created": result.Created}, err
		}
	}
	step("upsert", upsert(counterfoil.User{ExternalUserID: user, DisplayName: counterfoil.Set("Aïna"), Phone: counterfoil.Clear()}))
	step("invalid", upsert(counterfoil.User{}))
	step("delete", func() (map[string]any, error) { return nil, client.DeleteUser(ctx, user) })
	step("delete nobody", func() (map[string]any, error) { return nil, client.DeleteUser(ctx, "nobody") })
	ids, saved := []string{}, []string{}
	step("events", func() (map[string]any, error) {
		events := client.Events(ctx, "")
		for events.Next() {
			ids = append(ids, events.Value().ID)
		}
		return map[string]any{"ids": ids}, events.Err()
	})
	step("catch up", func() (map[string]any, error) {
		after := ""
		if len(ids) > 2 {
			after = ids[len(ids)-3]
		}
		handle := func(context.Context, counterfoil.Event) error { return nil }
		save := func(_ context.Context, id string) error { saved = append(saved, id); return nil }
		count, err := client.CatchUp(ctx, after, handle, save)
		return map[string]any{"count": count}, err
	})
	step("saved", func() (map[string]any, error) { return map[string]any{"ids": saved}, nil })
}
